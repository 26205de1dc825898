/**
 * A part of the page that cannot be loaded is of another build: the page is asked for anew, at most
 * once a minute.
 */
const ONCE_IN = 60_000;

addEventListener('unhandledrejection', ({ reason }) => {
  if (!navigator.onLine || !/imported module|module script/i.test(String(reason))) return;
  try {
    const now = Date.now();
    if (now - Number(sessionStorage.getItem('reloaded')) < ONCE_IN) return;
    sessionStorage.setItem('reloaded', String(now));
    location.reload();
  } catch {
    // Without storage nothing would end the reloading.
  }
});
