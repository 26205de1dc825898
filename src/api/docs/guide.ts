/** What holds for all calls: the OpenAPI document's description, in Markdown. */

interface Chapter {
  title: string;
  /** Paragraphs; backticks mark code. */
  text: readonly string[];
}

const LEAD =
  'Facts of a Filecoin network in the dialect of filfox.info: a client of its API works here once its base address is changed. No key is needed, and pages of any site may call it.';

const CHAPTERS: readonly Chapter[] = [
  {
    title: 'Values',
    text: [
      'Amounts are attoFIL as decimal strings, powers are bytes as decimal strings, times are Unix seconds. What is not known is null, never 0.',
      'Paths take an address in any form (f0, f1, f2, f3, f4, 0x), a message by its CID or its Ethereum hash.',
    ],
  },
  {
    title: 'Lists',
    text: [
      'Lists are newest first. Continue with `before` (the `next` of the answer): new heads and forks then neither hide nor repeat a row. `X-Head` names the head of an answer; `head` pins a list to it, within the last 900 tipsets (410 when it is gone). Page numbers and offsets work as well; a page after the last one is empty.',
      'A size above its limit counts as the limit; a value that is not a number is refused. Unknown parameters are ignored.',
    ],
  },
  {
    title: 'Whole lists as files',
    text: [
      'The same path with `.csv` or `.ndjson` appended returns the rows of a list as a table or line by line: all of them, as of the head in `X-Head`, however long that takes; with `pageSize`, `limit` or `page`, one page.',
      'An interrupted export continues with `before=<X-Head>.<rows received>`, within 900 tipsets. When that head was replaced or is too old, the answer is 410. Lists that reorder with every head (rankings, the rich list, contracts, tokens, holders) are read the same way at any head of the last 900 tipsets, to their end. A list whose head was replaced by another tipset on the same parent can still be continued, except for rankings of providers and projects, whose periods reach into it (410: start again).',
    ],
  },
  {
    title: 'Languages and errors',
    text: [
      'Errors are `{statusCode, message, error}`. The message, like the names of known accounts, is in the language of `?locale` or of the header `Locale`: `en`, `zh` or `ko`, English when neither is given. `X-Request-Id` (yours, when you send one) is what to quote when something went wrong here.',
      'An index that began late loads the earlier state in the background (`/health` says how far it is). An account, a storage provider or a deal that you request is loaded first: until then the answer is 503 with `Retry-After`; 404, or an account that is `absent`, means that there was none.',
    ],
  },
  {
    title: 'Limits and caching',
    text: [
      'Calls are counted per client and minute: `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset` (seconds) come with every answer; a call over the limit is answered with 429 and `Retry-After`.',
      'Answers carry an `ETag`: repeat the call with `If-None-Match`, and while nothing has changed the answer is 304 without a body. Bodies are compressed with brotli or gzip. What can never change may be cached for a year (`Cache-Control`).',
    ],
  },
  {
    title: 'Live',
    text: [
      'socket.io at `/socket.io/`, websocket only. `tipset` {height, key, reorgFrom?} comes on every change of the head. Send `subscribe` with `blockchain` for `blockchain/overview`, with `tipset` for `tipset/recent/{locale}`, with `account` for `account/rich-list/{locale}`, with `message/{cid}` or `address/{id}` for events of the same name: the bodies of the calls of those names, at once and on every head; with `mempool` for `mempool/list` and `mempool/change`. `unsubscribe` ends it; the acknowledgement of `subscribe` is `{ok, reason?}`. A client is in 24 rooms at most; after a disconnect it subscribes again and has missed nothing.',
    ],
  },
  {
    title: 'Verifying sources',
    text: [
      'A contract’s source is submitted to `/api/v1/tools/verifyContract`, or by the tools that compiled it: `/api` and `/v2/api` answer as Etherscan does, `/v2/verify/…` and `/v2/contract/…` as Sourcify’s API v2 does. In a Foundry project: `forge verify-contract <address> src/Token.sol:Token --chain <chain ID> --watch` with `--verifier sourcify --verifier-url <this site>/`, or with `--verifier custom --verifier-url <this site>/api`. In Hardhat the `apiURL` of a custom chain is `<this site>/api`. Keys are not needed and are ignored. Constructor arguments are taken from the chain.',
      'A verification that is submitted this way runs in the background: its ID is valid for a day. A client may have three at a time; the next one is answered with 429.',
    ],
  },
  {
    title: 'JSON-RPC',
    text: [
      'Wallets and programs that read contracts POST to `/rpc/v1`: the `eth_*` reads, and the `Filecoin.*` reads that a wallet needs, are passed on to the node. So is `trace_call`, where the node has it, with a transaction, exactly `["trace"]` and a block: state diffs, overrides and numbers or addresses of more than 66 characters are refused. There are no subscriptions and no filters. A batch takes up to 1,000 calls; each is counted, and one over the limit is answered with the error -32005 on its own.',
    ],
  },
  {
    title: 'Clients',
    text: [
      'A client can be generated from the OpenAPI document, e.g. `npx @hey-api/openapi-ts -i <this site>/api/v1/docs/openapi.json -o client`. Calls marked `x-planned` answer 501 for now.',
    ],
  },
];

export const GUIDE = [
  LEAD,
  ...CHAPTERS.flatMap(({ title, text }) => [`## ${title}`, ...text]),
].join('\n\n');
