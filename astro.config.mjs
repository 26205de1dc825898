import { fileURLToPath } from 'node:url';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, passthroughImageService } from 'astro/config';

// Nothing of this project calls home, Astro included.
process.env.ASTRO_TELEMETRY_DISABLED = '1';
process.env.ASTRO_DISABLE_UPDATE_CHECK = 'true';

/** `astro dev` gets the same services, calls and live connection as the server. */
const services = {
  name: 'sextant-services',
  hooks: {
    'astro:server:setup': async ({ server }) => {
      const { serveDev } = await import('./src/server/dev.ts');
      await serveDev(server);
    },
  },
};

/** How the built site is called: by our own server, as a function (src/adapter.ts). */
const adapter = {
  name: 'sextant-adapter',
  hooks: {
    'astro:config:done': ({ setAdapter }) =>
      setAdapter({
        name: 'sextant-adapter',
        entrypointResolution: 'auto',
        serverEntrypoint: new URL('./src/adapter.ts', import.meta.url),
        adapterFeatures: { buildOutput: 'server', middlewareMode: 'classic', staticHeaders: true },
        supportedAstroFeatures: {
          staticOutput: 'stable',
          serverOutput: 'stable',
          hybridOutput: 'stable',
        },
      }),
  },
};

/** Colours of code as classes (styles/article.css): the content policy allows no inline style. */
const codeClasses = {
  name: 'code-classes',
  // Without a limit of time a slow machine builds the same page as a fast one.
  preprocess: (_code, options) => void (options.tokenizeTimeLimit = 0),
  pre: (node) => void delete node.properties.style,
  span: (node) => {
    const colour = /--astro-code-token-([\w-]+)/.exec(node.properties.style)?.[1];
    delete node.properties.style;
    if (colour !== undefined) node.properties.class = `code-${colour}`;
  },
};

/**
 * What most scripts of the site share comes in one piece: many small ones weigh more. The parts of
 * nanostores that only a contract's panels use stay out of it.
 */
const codeSplitting = {
  groups: [
    {
      name: 'shared',
      test: /src[\\/](?:format[\\/](?:bytes|entity|fil|number|shorten|time)|i18n[\\/]locales|islands[\\/](?:locale|queries[\\/]api|elements[\\/]clock|live[\\/]calm)|stores[\\/]live)\.ts|node_modules[\\/]nanostores[\\/](?!deep-map|listen-keys)|vite[\\/]preload-helper/,
    },
    { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ },
    {
      name: 'query',
      test: /node_modules[\\/]@tanstack[\\/]|src[\\/]islands[\\/]queries[\\/]client/,
    },
    // What a chart needs with React, besides uPlot, which comes when the chart is seen.
    { name: 'chart', test: /src[\\/]islands[\\/](?:chart[\\/](?!plot)|queries[\\/]figures)/ },
    { name: 'paths', test: /src[\\/]format[\\/]paths/ },
    // What panels and forms share: addresses, the hashes in them, words that come late.
    {
      name: 'forms',
      test: /src[\\/](?:filecoin[\\/](?:address|encoding[\\/](?:bytes|base|varint|blake|json))|islands[\\/]words)|node_modules[\\/]@noble[\\/]/,
    },
    // What both panels of a contract need.
    { name: 'panel', test: /src[\\/]islands[\\/]contract[\\/](?!write|ReadPanel|element)[^\\/]*$/ },
  ],
};

/** Templates are put together by our own functions (src/components/runtime.ts says why). */
const runtime = {
  name: 'sextant-runtime',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === 'astro/compiler-runtime' && importer?.split('?')[0].endsWith('.astro')
      ? fileURLToPath(new URL('./src/components/runtime.ts', import.meta.url))
      : null,
};

/** The site's styles are one file, by whichever of the two builds a page was made. */
const STYLES = { groups: [{ name: 'main', test: /src[\\/]styles[\\/]main\.css/ }] };

/** Styles of a kilobyte and more come as files: a browser keeps them, a page would bring them each time. */
const assetsInlineLimit = (file, content) =>
  file.endsWith('.css') ? content.length < 1024 : undefined;

/**
 * The site. The server (src/server/) serves the built files itself, adds the headers and renders pages
 * (src/adapter.ts) with the services as `Astro.locals` (src/env.d.ts). Pages without chain data are rendered
 * by the build, with blanks for what the operator's settings and the chain say.
 */
export default defineConfig({
  output: 'server',
  // Of `astro dev`: where the server would answer too.
  server: { host: process.env.HOST || '127.0.0.1', port: Number(process.env.PORT || 4321) },
  adapter,
  integrations: [
    react(),
    services,
    {
      name: 'client-seen',
      hooks: {
        'astro:config:setup': ({ addClientDirective }) =>
          addClientDirective({ name: 'seen', entrypoint: './src/islands/seen.ts' }),
      },
    },
  ],
  trailingSlash: 'never',
  build: { format: 'directory', assets: '_astro' },
  session: false,
  image: { service: passthroughImageService() },
  markdown: {
    shikiConfig: {
      theme: 'css-variables',
      transformers: [codeClasses],
    },
  },
  i18n: {
    defaultLocale: 'en',
    locales: ['en', 'zh', 'ko'],
    // Paths without a locale are led to one by the server (src/server/http/locale.ts): it knows the cookie.
    routing: { prefixDefaultLocale: true, redirectToDefaultLocale: false },
  },
  security: {
    // frame-ancestors is added by the server: browsers ignore it in a <meta>.
    csp: {
      directives: [
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
      ],
    },
  },
  devToolbar: { enabled: false },
  vite: {
    build: { assetsInlineLimit },
    plugins: [tailwindcss(), runtime],
    // Viem brings an older copy of its own: readers need no second Keccak.
    resolve: {
      alias: { '@noble/hashes/sha3': fileURLToPath(import.meta.resolve('@noble/hashes/sha3.js')) },
    },
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting } } } },
      prerender: { build: { rolldownOptions: { output: { codeSplitting: STYLES } } } },
      ssr: { build: { rolldownOptions: { output: { codeSplitting: STYLES } } } },
    },
  },
});
