/** What `astro build` makes the server's entry of (dist/server/entry.mjs): the pages as one function. */
import { createApp } from 'astro/app/entrypoint';

// A page is made whole before its head is sent: what fails in its midst still becomes the 500 page.
const app = createApp({ streaming: false });

/** Renders a page; null when the site has no such route. Without the visitor's headers: an answer is for all. */
export async function render(request: Request, locals: App.Locals): Promise<Response | null> {
  const routeData = app.match(request);
  return routeData === undefined ? null : app.render(request, { locals, routeData });
}
