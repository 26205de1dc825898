import { defineMiddleware } from 'astro:middleware';
import { parseConfig, siteSettings } from '#server/config.ts';
import { isLocale } from '#i18n/locales.ts';
import { unindexed } from '#server/unindexed.ts';

/**
 * The server (or `astro dev`, through src/server/dev.ts) hands every request its locals. Only what
 * is prerendered during a build has none: it gets the operator's settings and no index.
 */
export const onRequest = defineMiddleware((context, next) => {
  if (!('explorer' in context.locals))
    Object.assign(context.locals, unindexed(siteSettings(parseConfig(process.env))));
  else if (isLocale(context.params.lang))
    context.locals.explorer = context.locals.explorer.in(context.params.lang);
  return next();
});
