// Reports that a page without a script of its own is loaded and was painted.
addEventListener('load', () => requestAnimationFrame(() => requestAnimationFrame(() => report('ready', 'page', 0))));
