/** The demo chain's contracts: sources, settings, and the code that the recording has of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createReadStream } from 'node:fs';
import { z } from 'zod';
import { fromBase64, fromHex, to0x } from '#filecoin/encoding/bytes.ts';
import { decodeCbor } from '#filecoin/encoding/cbor.ts';
import { ethTransactionHash } from '#filecoin/evm/ethtx.ts';
import { messageFromJson } from '#filecoin/message.ts';
import { signatureFromJson } from '#filecoin/signature.ts';
import { openAnswers } from '#node/recorded/file.ts';
import { DEMO_CHAIN, demoFile } from '#node/testing/demo-node.ts';

/** What all of them were compiled by. */
export const COMPILER = 'v0.8.23+commit.f704f362';
const CHAIN_ID = 314;

const deploymentSchema = z.object({
  address: z.string(),
  file: z.string(),
  name: z.string(),
  args: z.array(z.unknown()),
  settings: z.looseObject({}),
  tx: z.string(),
});

export type Deployment = z.infer<typeof deploymentSchema>;

const activitySchema = z.object({
  contracts: z.record(
    z.string(),
    z.union([deploymentSchema, z.looseObject({ createdBy: z.string(), address: z.string() })]),
  ),
});

/** What was deployed by messages, by the name that its makers gave it. */
export function deployments(): ReadonlyMap<string, Deployment> {
  const { contracts } = activitySchema.parse(demoFile('truth/activity.json'));
  const found = new Map<string, Deployment>();
  for (const [key, contract] of Object.entries(contracts)) {
    const deployment = deploymentSchema.safeParse(contract);
    if (deployment.success) found.set(key, deployment.data);
  }
  return found;
}

/** Throws for a name that none of them has. */
export function deployed(name: string): Deployment {
  const found = deployments().get(name);
  if (found === undefined) throw new Error(`no contract ${name}`);
  return found;
}

const settingsSchema = z.object({
  optimizer: z.object({ enabled: z.boolean(), runs: z.number() }).partial().default({}),
  evmVersion: z.string().optional(),
  viaIR: z.boolean().default(false),
  libraries: z.looseObject({}).default({}),
  metadata: z.looseObject({}).optional(),
});

/** What `POST /tools/verifyContract` takes for a contract, its source as it was compiled. */
export function filfoxForm({ address, file, settings }: Deployment, change: object = {}) {
  const { optimizer, evmVersion, viaIR, libraries, metadata } = settingsSchema.parse(settings);
  return {
    address,
    language: 'Solidity',
    compiler: COMPILER,
    optimize: optimizer.enabled ?? false,
    optimizeRuns: optimizer.runs ?? 200,
    evmVersion,
    viaIR,
    libraries: JSON.stringify(libraries),
    metadata: metadata === undefined ? '' : JSON.stringify(metadata),
    license: 'MIT License (MIT)',
    sourceFiles: Object.fromEntries(
      Object.entries(sourcesOf(file)).map(([name, content]) => [name, { content }]),
    ),
    ...change,
  };
}

/** Addresses of the contracts that the exchange's factory made. */
export function pools(): readonly string[] {
  const { contracts } = activitySchema.parse(demoFile('truth/activity.json'));
  return Object.values(contracts).flatMap((contract) =>
    'createdBy' in contract ? [String(contract.address).toLowerCase()] : [],
  );
}

/** A contract's source and those that it imports, by name. */
export function sourcesOf(file: string): Record<string, string> {
  const read = (name: string) => readFileSync(join(DEMO_CHAIN, 'contracts', name), 'utf8');
  const sources: Record<string, string> = { [file]: read(file) };
  for (const [, name] of (sources[file] ?? '').matchAll(/^import "\.\/([A-Za-z]+\.sol)";/gm))
    if (name !== undefined) sources[name] = read(name);
  return sources;
}

const messageSchema = z.object({
  Version: z.int(),
  To: z.string(),
  From: z.string(),
  Nonce: z.int(),
  Value: z.string(),
  GasLimit: z.int(),
  GasFeeCap: z.string(),
  GasPremium: z.string(),
  Method: z.int(),
  Params: z.string(),
});
const signedSchema = z.object({
  Message: messageSchema,
  Signature: z.object({ Type: z.int(), Data: z.string() }),
});
const lineSchema = z.object({
  m: z.string(),
  p: z.array(z.unknown()),
  r: z.union([z.string(), z.looseObject({ SecpkMessages: z.array(z.unknown()) })]),
});

/** Init code by transaction hash and deployed code by address (0x, lower case), as they were recorded. */
export interface RecordedCode {
  readonly created: ReadonlyMap<string, Uint8Array>;
  readonly deployed: ReadonlyMap<string, Uint8Array>;
}

export async function recordedCode(): Promise<RecordedCode> {
  const created = new Map<string, Uint8Array>();
  const deployed = new Map<string, Uint8Array>();
  const file = await openAnswers(DEMO_CHAIN);
  try {
    const lines = createInterface({
      input: createReadStream('', { fd: file.fd, autoClose: false, start: 0 }),
      crlfDelay: Infinity,
    });
    for await (const line of lines) {
      const isCode = line.includes('"m":"eth_getCode"');
      if (!isCode && !(line.includes('"m":"ChainGetBlockMessages"') && line.includes('"f010"')))
        continue;
      const { p, r } = lineSchema.parse(JSON.parse(line));
      if (typeof r === 'string') deployed.set(String(p[0]).toLowerCase(), fromHex(r));
      else
        for (const message of r.SecpkMessages) {
          const signed = signedSchema.safeParse(message).data;
          if (signed?.Message.To !== 'f010') continue;
          const hash = ethTransactionHash(
            messageFromJson(signed.Message),
            signatureFromJson(signed.Signature),
            CHAIN_ID,
          );
          const code = decodeCbor(fromBase64(signed.Message.Params));
          if (hash && code instanceof Uint8Array) created.set(to0x(hash), code);
        }
    }
  } finally {
    await file.close();
  }
  return { created, deployed };
}
