/**
 * `client:seen`: hydrates an island when the page has loaded and the island is in view (or nearly).
 * Astro's own `client:visible` does not wait for the page, so that a chart near the top would
 * compete with it.
 */
import type { ClientDirective } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:seen'?: boolean;
  }
}

const NEAR = '200px';

const seen: ClientDirective = (load, _options, element) => {
  const hydrate = async (): Promise<void> => {
    const run = await load();
    await run();
  };
  const watch = (): void => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        void hydrate();
      },
      { rootMargin: NEAR },
    );
    // The island's own element has no box; what it holds has.
    for (const child of element.children) observer.observe(child);
  };
  if (document.readyState === 'complete') watch();
  else addEventListener('load', watch, { once: true });
};

export default seen;
