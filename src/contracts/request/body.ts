/** A request in the form that carries all of it: a standard JSON input, and the rest beside it. */
import { z } from 'zod';
import { to0x } from '#filecoin/encoding/bytes.ts';
import { parseAnyRequest } from './any.ts';
import { plainSettings, plainSources } from './compilerInput.ts';
import { constructorArguments, read, text } from './fields.ts';
import type { AddressedRequest } from './types.ts';

const besideSchema = z.looseObject({
  address: z.string().max(200),
  constructorArguments,
  license: text.nullish(),
});

/**
 * Any of the forms with its contract's `address`, and `constructorArguments` (hex) and `license` where
 * the form has no field for them. @throws RequestError
 */
export function parseAddressedRequest(given: unknown): AddressedRequest {
  const beside = read(besideSchema, given);
  const request = parseAnyRequest(given);
  return {
    address: beside.address,
    request: {
      ...request,
      constructorArguments: request.constructorArguments ?? beside.constructorArguments,
      license: request.license ?? beside.license ?? null,
    },
  };
}

/** What `parseAddressedRequest` reads as this request. */
export function requestBody({ address, request }: AddressedRequest): Record<string, unknown> {
  const { compiler, input, target, license } = request;
  const given = request.constructorArguments;
  const named = target.file !== null || target.name !== null;
  return {
    address,
    compilerVersion: compiler,
    ...(named ? { contractIdentifier: `${target.file ?? ''}:${target.name ?? ''}` } : {}),
    ...(given === null ? {} : { constructorArguments: to0x(given) }),
    ...(license === null ? {} : { license }),
    language: 'Solidity',
    sources: plainSources(input),
    settings: plainSettings(input.settings),
  };
}
