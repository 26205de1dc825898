/** A page that is slow to come is waited for under a bar, which goes when the next one is there. */

/** Faster than this nobody has to be told. */
const PATIENCE_MS = 200;

const { classList } = document.documentElement;
let timer = 0;

// Browsers without it show that they are loading, only in their own frame.
if ('navigation' in window)
  navigation.addEventListener('navigate', ({ destination, downloadRequest }) => {
    if (destination.sameDocument || downloadRequest !== null) return;
    clearTimeout(timer);
    timer = window.setTimeout(() => classList.add('leaving'), PATIENCE_MS);
  });
// Coming back to a page that was kept as it was left.
addEventListener('pageshow', () => {
  clearTimeout(timer);
  classList.remove('leaving');
});
