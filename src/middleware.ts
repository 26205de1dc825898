import { defineMiddleware } from 'astro:middleware';
import { isLocale } from '#i18n/locales.ts';

/** Pieces of the shell are kept by the settings of their site; a page that the build renders asks it nothing. */
const BUILD = { url: null };

/** The server (or `astro dev`, through src/server/dev.ts) hands every request its locals. */
export const onRequest = defineMiddleware((context, next) => {
  // What the build renders sees nothing of the server.
  if (context.isPrerendered && !import.meta.env.DEV) Object.assign(context.locals, { site: BUILD });
  else if (isLocale(context.params.lang))
    context.locals.explorer = context.locals.explorer.in(context.params.lang);
  return next();
});
