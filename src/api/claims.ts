/** Calls by which the owner of a storage provider names it. */
import type { TagClaims } from '#claims/claims.ts';
import { ClaimRefused, FIELDS, REFUSALS } from '#claims/refused.ts';
import { formatBytes } from '#format/bytes.ts';
import type { Locale } from '#i18n/locales.ts';
import { unlessIncomparable } from '#filecoin/encoding/json.ts';
import { useT } from '#i18n/translate.ts';
import { z } from 'zod';
import { type ApiApp, type ApiContext, clientOf } from './call.ts';
import { askedLocale } from './locale.ts';
import type { Post } from './post.ts';
import { refuse } from './refusal.ts';

/** Longest body, bytes. */
const MAX_BYTES = 32_768;

const text = (max: number, description: string) => z.string().max(max).meta({ description });
const optional = (max: number, description: string) =>
  z.string().max(max).nullish().meta({ description });

const address = text(200, 'Storage provider, by any form of its address');
const messageBody = z.object({ address }).meta({ id: 'ClaimMessageRequest' });
const createBody = z
  .object({
    address,
    en: optional(2000, 'Short name, English: 16 characters at most'),
    enFull: optional(2000, 'Full name, English: 60 characters at most'),
    zh: optional(2000, 'Short name, Chinese'),
    zhFull: optional(2000, 'Full name, Chinese'),
    contact: optional(2000, 'E-mail address or phone number; no call answers it'),
    signature: optional(
      2000,
      'Signature of the message by the owner’s key: hex, 0x or base64, with its type’s byte or without; over the bare text, in the envelope of FRC-0102, or of an Ethereum key by personal_sign',
    ),
    message: optional(
      500,
      'The message that was signed, as a hint: it is tried before the newest ones',
    ),
  })
  .meta({ id: 'ClaimRequest' });

const status = z.int().meta({
  description: `0: done. ${REFUSALS.slice(1)
    .map((reason, at) => `${at + 1} ${reason}`)
    .join(', ')}`,
});
const refusal = {
  status,
  error: z.string().nullable().meta({ description: 'Why not, in the language asked for' }),
  field: z.enum(FIELDS).nullable().meta({ description: 'The field that is wrong' }),
};
const messageAnswer = z
  .object({
    ...refusal,
    data: z
      .object({
        addressToSign: z.string().meta({ description: 'Address of the owner’s key' }),
        message: z
          .string()
          .meta({ description: 'What is to be signed, once, within 15 minutes: these bytes' }),
        minPower: z
          .string()
          .meta({ description: 'Adjusted power that a provider has to have, bytes' }),
        command: z.object({ lotus: z.string().meta({ description: 'Signs it by Lotus' }) }),
        names: z
          .object({
            en: z.string(),
            enFull: z.string().optional(),
            zh: z.string().optional(),
            zhFull: z.string().optional(),
          })
          .nullable()
          .meta({
            description:
              'What the owner calls the provider now; null for nothing. A new claim takes the place of all of them: a name that it leaves out is gone',
          }),
      })
      .nullable(),
  })
  .meta({ id: 'ClaimMessage' });
const createAnswer = z.object({ ...refusal, data: z.null() }).meta({ id: 'ClaimAnswer' });

const MESSAGE: Post = {
  path: '/address-tag/create/message',
  tag: 'miner',
  summary: 'A message for the owner of a storage provider to sign, who wants to name it',
  description:
    'Owners with a key can sign: f1, f3 and f410 accounts. What is refused is told by `status` and `error`, with HTTP 200.',
  body: messageBody,
  schema: messageAnswer,
  maxBytes: MAX_BYTES,
  limit: 'claims',
};
const CREATE: Post = {
  path: '/address-tag/create',
  tag: 'miner',
  summary: 'Names a storage provider by its owner’s signature',
  description:
    'The name stands beside the provider at once, and in the place of one that was signed before. What is refused is told by `status`, `error` and `field`, with HTTP 200.',
  body: createBody,
  schema: createAnswer,
  maxBytes: MAX_BYTES,
  limit: 'claims',
};

export const CLAIM_CALLS: readonly Post[] = [MESSAGE, CREATE];

/** Why a claim is refused, in words. */
function wordsOf(refused: ClaimRefused, locale: Locale): string {
  const t = useT(locale);
  const { field, params, reason } = refused;
  const label = field === null ? '' : t(`claim.field.${field}`);
  const { power, minPower } = params;
  const sizes =
    power === undefined || minPower === undefined
      ? {}
      : { power: formatBytes(String(power), 2), minPower: formatBytes(String(minPower), 2) };
  return t.maybe(`claim.refused.${reason}`, { ...params, ...sizes, label }) ?? reason;
}

/** What was sent as JSON; null when it is none, or has another shape. */
async function bodyOf<T>(c: ApiContext, schema: z.ZodType<T>): Promise<T | null> {
  const json: unknown = await c.req.json().catch(() => null);
  return unlessIncomparable(json, (value) => schema.safeParse(value))?.data ?? null;
}

/** Refusals of the explorer pass to the app's own handlers. */
export function addClaims(app: ApiApp, base: string, claims: TagClaims): void {
  const answer = async (c: ApiContext, work: (client: string) => Promise<unknown>) => {
    c.header('cache-control', 'no-store');
    try {
      const data = await work(clientOf(c));
      return c.json({ status: 0, error: null, field: null, data: data ?? null });
    } catch (error) {
      if (!(error instanceof ClaimRefused)) throw error;
      const { status: number, field } = error;
      const words = wordsOf(error, askedLocale(c.req));
      return c.json({ status: number, error: words, field, data: null });
    }
  };
  app.post(base + MESSAGE.path, async (c) => {
    const body = await bodyOf(c, messageBody);
    if (body === null) return refuse(c, 400, 'badBody');
    return answer(c, (client) => claims.message(body.address, client));
  });
  app.post(base + CREATE.path, async (c) => {
    const body = await bodyOf(c, createBody);
    if (body === null) return refuse(c, 400, 'badBody');
    const { address: provider, ...rest } = body;
    const given = Object.fromEntries(
      Object.entries(rest).filter(([, value]) => typeof value === 'string'),
    );
    return answer(c, (client) => claims.create({ address: provider, ...given }, client));
  });
}
