'use strict';
customElements.define('sample-card', class extends HTMLElement {
  constructor() {
    super();
    this.attachShadow({ mode: 'open' }).innerHTML =
      '<button id="in-shadow">In shadow</button> <slot></slot>';
  }
});

const query = new URLSearchParams(location.search);
const rows = Number(query.get('rows') || 0);
const headers = query.get('headers') !== 'no';
let html = '';
for (let i = 0; i < rows; i++) {
  const name = headers ? `<th scope="row">Person ${i}</th>` : `<td>Person ${i}</td>`;
  html += `<tr><td>${i}</td>${name}<td>City ${i % 7}</td><td><button data-key="delete-${i}">Delete</button></td></tr>`;
}
document.querySelector('#people tbody').innerHTML = html;
if (query.get('title')) document.title = query.get('title');

const scroller = document.getElementById('scroller');
for (let i = 1; i <= 20; i++) scroller.insertAdjacentHTML('beforeend', `<button id="item-${i}">Item ${i}</button>`);
document.getElementById('mixed').indeterminate = true;
document.getElementById('toggle').addEventListener('click', e => {
  const on = e.target.getAttribute('aria-pressed') !== 'true';
  e.target.setAttribute('aria-pressed', on);
});
document.getElementById('switch').addEventListener('click', e => {
  e.target.setAttribute('aria-checked', e.target.getAttribute('aria-checked') !== 'true');
});

// The program that serves the page asks it to run scripts: to change itself, and
// to say where its elements really are.
const commands = new EventSource('commands?session=' + session);
commands.onmessage = async message => {
  const { id, script } = JSON.parse(message.data);
  let answer;
  try {
    answer = { result: await (new Function('return (async () => {' + script + '})()'))() };
  } catch (error) {
    answer = { error: String(error) };
  }
  report('answer', id, answer);
};
addEventListener('load', () => requestAnimationFrame(() => requestAnimationFrame(() => report('ready', 'page', rows))));
