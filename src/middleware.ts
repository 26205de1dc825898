import { defineMiddleware } from 'astro:middleware';
import { isLocale } from '#i18n/locales.ts';

/** The server (or `astro dev`, through src/server/dev.ts) hands every request its locals. */
export const onRequest = defineMiddleware((context, next) => {
  if (isLocale(context.params.lang))
    context.locals.explorer = context.locals.explorer.in(context.params.lang);
  return next();
});
