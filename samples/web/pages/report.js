// Reports what happened in the page to the program that serves it, in the order
// in which it happened, and carries out what that program asks for.
'use strict';
const session = new URLSearchParams(location.search).get('session') || 'inner';
let seq = 0;
let sending = Promise.resolve();

function report(event, id, value) {
  const entry = { session, seq: ++seq, event, id, value: value === undefined ? null : value };
  sending = sending.then(() => fetch('log', { method: 'POST', keepalive: true, body: JSON.stringify(entry) })).catch(() => {});
}

// key is what an element is called in the log: its id, or that of what holds it
// and which button of that it is.
function key(target) {
  if (target.id) return target.id;
  if (target.dataset && target.dataset.key) return target.dataset.key;
  const control = target.closest && target.closest('button,a,input,select,textarea,[id],[data-key]');
  if (control && control !== target) return key(control);
  if (target.className) return target.className + '-' + [...document.getElementsByClassName(target.className)].indexOf(target);
  return (target.tagName || 'document').toLowerCase();
}

addEventListener('click', e => report('clicked', key(e.composedPath()[0]), { x: e.clientX, y: e.clientY }), true);
addEventListener('change', e => {
  const t = e.composedPath()[0];
  const value = t.type === 'checkbox' || t.type === 'radio' ? t.checked : t.type === 'password' ? t.value.length : t.value;
  report('changed', key(t), value);
}, true);
addEventListener('input', e => {
  const t = e.composedPath()[0];
  report('input', key(t), t.type === 'password' ? t.value.length : t.value === undefined ? t.textContent : t.value);
}, true);
