import { expect, type Page, type Request } from '@playwright/test';

/** In-flight requests must have ended for so long, in milliseconds, before a page counts as settled. */
const QUIET = 250;

export interface OneHead {
  /**
   * Resolves when the page has heard of its one head and has drawn what follows from it; at once on a
   * page without scripts, which never hears.
   */
  settled(): Promise<void>;
}

/**
 * Lets a page hear one head and the state of its rooms at it, and nothing after that: what the live
 * connection draws is there to be judged, and holds still meanwhile. To be called before the page is
 * opened.
 */
export async function onlyOneHead(page: Page): Promise<OneHead> {
  let told = new Set<string>();
  const open = new Set<Request>();
  let changed = Date.now();
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) told = new Set();
  });
  page.on('request', (request) => {
    open.add(request);
    changed = Date.now();
  });
  const ended = (request: Request): void => {
    open.delete(request);
    changed = Date.now();
  };
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const event = /^42\["([^"]+)"/.exec(message.toString())?.[1];
      if (event !== undefined && told.has(event)) return;
      if (event !== undefined) told.add(event);
      changed = Date.now();
      socket.send(message);
    });
  });
  return {
    async settled() {
      if ((await page.locator('script[type="module"]').count()) === 0) return;
      await expect
        .poll(() => told.has('tipset') && open.size === 0 && Date.now() - changed > QUIET, {
          timeout: 20_000,
          intervals: [50],
        })
        .toBe(true);
    },
  };
}

/** Lets a page hear of no head: its lists stay as they came, so what is measured in them is still there. */
export async function noHeads(page: Page): Promise<void> {
  await page.routeWebSocket(/\/socket\.io\//, () => undefined);
}
