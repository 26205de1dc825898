import url from './claim.css?url&no-inline';

/** Fetches the dialog's styles; done when they hold, or cannot be had: then it is plain, and works. */
export function loadStyles(): Promise<void> {
  return new Promise((done) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = url;
    link.addEventListener('load', () => done());
    link.addEventListener('error', () => done());
    document.head.append(link);
  });
}
