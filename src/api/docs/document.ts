import { WIDE } from '#explorer/wire.ts';
import { z } from 'zod';
import { ENDPOINTS, type Endpoint } from '../endpoints.ts';
import { CLAIM_CALLS } from '../claims.ts';
import type { Post } from '../post.ts';
import { VERIFY_CALLS } from '../verify.ts';
import { JOB_CALLS, JOB_PATH, jobSchema } from '../verifyJob.ts';
import { EXPORT_FORMATS } from '../export/text.ts';
import { PART_NOTES, PARTS } from '#explorer/parts.ts';
import { LOCALE_PARAMETER } from '../locale.ts';
import { SHARE_CALLS, type ShareCall } from '../share.ts';
import { type Examples, LOOKS } from './examples.ts';
import { FIELD_NOTES } from './fields.ts';
import { FOREIGN_PATHS, FOREIGN_TAG } from './foreign.ts';
import { GUIDE } from './guide.ts';
import { codeSamples, samplePath } from './samples.ts';

const TAGS = [
  { name: 'network', description: 'The network as a whole' },
  { name: 'tipset', description: 'Tipsets' },
  { name: 'block', description: 'Blocks' },
  { name: 'message', description: 'Messages' },
  { name: 'address', description: 'Accounts, contracts and other actors' },
  { name: 'miner', description: 'Storage providers' },
  { name: 'deal', description: 'Deals, allocations and DataCap' },
  { name: 'token', description: 'Tokens and NFTs' },
  { name: 'contract', description: 'Contracts' },
  { name: 'name', description: 'The name service' },
  { name: 'stats', description: 'Figures over time' },
  { name: 'ecosystem', description: 'Projects, merchants and tools that editors list' },
  FOREIGN_TAG,
  { name: 'planned', description: 'Calls to come: they answer 501' },
];

const ERROR = { $ref: '#/components/schemas/ApiError' };

function refusal(description: string) {
  return { description, content: { 'application/json': { schema: ERROR } } };
}

function header(description: string) {
  return { description, schema: { type: 'string' } };
}

const LIMITS = {
  'X-RateLimit-Limit': header('Calls that a client may make per minute'),
  'X-RateLimit-Remaining': header('How many are left'),
  'X-RateLimit-Reset': header('Seconds until they are counted anew'),
};

const TOO_MANY = { ...refusal('Too many calls in this minute'), headers: LIMITS };
const ABSENT = refusal(
  'The index has nothing yet, has not taken over what is asked for from before it began, or the database cannot be reached: ask again after `Retry-After` seconds',
);

function queryParameter(name: string, schema: object) {
  return { name, in: 'query', required: false, schema };
}

function pathParameters(path: string, fields: object = {}) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    ...fields,
  }));
}

const wordsOf = (path: string): readonly string[] =>
  path.replaceAll(/\{\w+\}/g, '').match(/\w+/g) ?? [];

/** `message_list`; `get_message` of what stands behind an identifier. Client generators name calls by it. */
export function operationId(path: string): string {
  return [...(path.endsWith('}') ? ['get'] : []), ...wordsOf(path)].join('_');
}

/** Where the API stands: the site, and the path below it. */
interface At {
  origin: string;
  base: string;
}

function operation(endpoint: Endpoint, schema: unknown, { origin, base }: At, examples: Examples) {
  const example = base + samplePath(endpoint, examples);
  const known = endpoint.part === undefined || examples[endpoint.part].known;
  const part = endpoint.part && {
    ...PART_NOTES.get(PARTS[endpoint.part]),
    example: examples[endpoint.part].text,
  };
  const queries = Object.entries(endpoint.parameters).map(([name, schema]) =>
    queryParameter(name, schema),
  );
  return {
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.description === undefined ? {} : { description: endpoint.description }),
    ...(endpoint.rows === undefined ? {} : { 'x-exports': EXPORT_FORMATS }),
    // A reader follows it: where there is no such thing, it would lead to an error.
    ...(known && { 'x-example': example }),
    'x-codeSamples': codeSamples(endpoint, origin + example),
    operationId: operationId(endpoint.path),
    parameters: [
      ...pathParameters(endpoint.path, part),
      ...queries,
      queryParameter('locale', LOCALE_PARAMETER),
    ],
    responses: {
      200: {
        description: endpoint.summary,
        headers: {
          'X-Head': header(
            'Head that the answer was made for: `<height>:<hash of its key>`; of the message pool with the number of its last change, `:<change>`',
          ),
          ...(goesOn(endpoint) ? { Link: header('`rel="next"`: the rows that follow') } : {}),
          ETag: header('Names this answer, for `If-None-Match`'),
          ...LIMITS,
        },
        content: { 'application/json': { schema } },
      },
      304: { description: 'Nothing has changed since the answer that `If-None-Match` names' },
      400: refusal('The input makes no sense'),
      414: refusal('The address is longer than 4,096 characters'),
      ...(part === undefined ? {} : { 404: refusal('There is no such thing') }),
      ...(endpoint.query.includes('head') ? { 410: refusal('The head of `head` is gone') } : {}),
      429: TOO_MANY,
      503: ABSENT,
    },
  };
}

function shareOperation({ path, summary, part }: ShareCall) {
  return {
    tags: ['miner'],
    summary,
    operationId: wordsOf(path).join('_'),
    parameters: pathParameters(path, part),
    responses: {
      200: {
        description: 'Address of the picture, a PNG of 1200 by 630 pixels',
        content: { 'application/json': { schema: { type: 'string', format: 'uri' } } },
      },
      400: refusal('The input makes no sense'),
      404: refusal('There is no such thing'),
      429: TOO_MANY,
      503: ABSENT,
    },
  };
}

const acceptedAnswer = (description: string) => ({
  description,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: { id: { type: 'string', format: 'uuid' } },
        required: ['id'],
      },
    },
  },
});

function postOperation(post: Post, body: unknown, schema: unknown) {
  const { path, tag, summary, description, accepted } = post;
  return {
    tags: [tag],
    summary,
    description,
    operationId: wordsOf(path).join('_'),
    parameters: [queryParameter('locale', LOCALE_PARAMETER)],
    requestBody: { required: true, content: { 'application/json': { schema: body } } },
    responses: {
      200: { description: summary, content: { 'application/json': { schema } } },
      ...(accepted === undefined ? {} : { 202: acceptedAnswer(accepted) }),
      400: refusal('The body is no JSON of this shape'),
      413: refusal('The body is too long'),
      429: TOO_MANY,
      503: ABSENT,
    },
  };
}

/** A verification that goes on: asked for, and cancelled. */
const jobOperations = (schema: unknown) =>
  Object.fromEntries(
    JOB_CALLS.map(({ method, operation, path, tag, summary, description }) => [
      method,
      {
        tags: [tag],
        summary,
        description,
        operationId: operation,
        parameters: [
          ...pathParameters(path, { schema: { type: 'string', format: 'uuid' } }),
          queryParameter('locale', LOCALE_PARAMETER),
        ],
        responses: {
          200: { description: summary, content: { 'application/json': { schema } } },
          404: refusal('There is no such thing'),
          429: TOO_MANY,
          503: ABSENT,
        },
      },
    ]),
  );

const goesOn = (endpoint: Endpoint): boolean =>
  endpoint.query.includes('before') || endpoint.continues !== undefined;

const POSTS: readonly Post[] = [...CLAIM_CALLS, ...VERIFY_CALLS];

const bodyKey = (path: string): string => `${path} body`;

/** Moves the shapes of one conversion to where OpenAPI keeps them, and names the one for any JSON. */
const hoist = (json: string): string =>
  json.replaceAll('"#/$defs/', '"#/components/schemas/').replaceAll('__schema0', 'Json');

/** Describes fields by their names where their schemas do not; for `JSON.stringify`. */
function describeFields(key: string, value: unknown): unknown {
  if (key !== 'properties' || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]: [string, { description?: string }]) => {
      const note = Object.hasOwn(FIELD_NOTES, name) ? FIELD_NOTES[name] : undefined;
      if (note === undefined) return [name, field];
      const wide = field.description === WIDE;
      return [
        name,
        { description: note, ...field, ...(wide && { description: `${note}. ${WIDE}` }) },
      ];
    }),
  );
}

/**
 * The API's OpenAPI 3.1 document as JSON, made from the tables of endpoints and the wire schemas.
 * @param base where the endpoints stand, e.g. `/api/v1`  @param origin the site, for examples
 * @param examples things that can stand in paths
 */
export function openApiDocument(
  base: string,
  version: string,
  origin: string,
  examples: Examples = LOOKS,
): string {
  const shapes = Object.fromEntries([
    ...ENDPOINTS.map((e) => [e.path, e.schema]),
    [JOB_PATH, jobSchema],
    ...POSTS.flatMap(({ path, body, schema }) => [
      [path, schema],
      [bodyKey(path), body],
    ]),
  ]);
  // One conversion for all, so that every named shape has one definition.
  const { properties = {}, $defs = {} } = z.toJSONSchema(z.object(shapes), { io: 'output' });
  const error = {
    type: 'object',
    properties: {
      statusCode: { type: 'integer', description: 'The status of the answer' },
      message: { type: 'string', description: 'What is wrong, in the language asked for' },
      error: { type: 'string', description: 'What HTTP calls the status, e.g. `Not Found`' },
    },
    required: ['statusCode', 'message', 'error'],
  };
  const paths = Object.fromEntries([
    ...ENDPOINTS.map((e) => [
      base + e.path,
      { get: operation(e, properties[e.path], { origin, base }, examples) },
    ]),
    ...SHARE_CALLS.map((call) => [base + call.path, { post: shareOperation(call) }]),
    ...Object.entries(FOREIGN_PATHS),
    [base + JOB_PATH, jobOperations(properties[JOB_PATH])],
    ...POSTS.map((call) => [
      base + call.path,
      { post: postOperation(call, properties[bodyKey(call.path)], properties[call.path]) },
    ]),
  ]);
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Sextant API',
      version,
      description: GUIDE,
      license: { name: 'MIT OR Apache-2.0', identifier: 'MIT OR Apache-2.0' },
    },
    // Nobody needs a key.
    security: [{}],
    servers: [{ url: '/', description: 'This site' }],
    tags: TAGS,
    paths,
    components: { schemas: { ...$defs, ApiError: error } },
  };
  return hoist(JSON.stringify(document, describeFields));
}
