/**
 * Etherscan's calls for verified sources, as Foundry and Hardhat make them: parameters in the query or,
 * by POST, in a form; answers of `status`, `message` and `result` with HTTP 200.
 * https://docs.etherscan.io/api-endpoints/contracts
 */
import { ALREADY_VERIFIED } from '#contracts/answer.ts';
import { parseEtherscanForm } from '#contracts/request/etherscan.ts';
import { RequestError } from '#contracts/request/error.ts';
import type { ContractDetail } from '#explorer/contract/schema.ts';
import { isAddress } from '#filecoin/address.ts';
import { leavesNothing } from '#verification/behind.ts';
import { JobRefused, type Job, type Jobs } from '#verification/jobs.ts';
import { type ApiApp, type ApiContext, clientOf } from '../call.ts';
import { ethOf, sourceOf } from './contract.ts';
import { ETHERSCAN_PATHS } from './paths.ts';

/** What both APIs stand on. */
export interface ForeignOptions {
  /** The network's own id; null while the index does not know it yet. */
  chainId(): Promise<number | null>;
  /** Null where no contract has the address. */
  contractAt(address: string): Promise<ContractDetail | null>;
  /** Hash of the transaction that a message is to Ethereum's tools; null for one that is not known. */
  ethHash(cid: string): Promise<string | null>;
  jobs: Pick<Jobs, 'start' | 'find'>;
}

interface EtherscanAnswer {
  status: '0' | '1';
  message: string;
  result: unknown;
}

const told = (result: unknown): EtherscanAnswer => ({ status: '1', message: 'OK', result });
const refused = (result: string, message = 'NOTOK'): EtherscanAnswer => ({
  status: '0',
  message,
  result,
});

/** Parameters that are read: more of them are no form of a tool. */
const MOST_PARAMETERS = 100;
/** Longest reason in an answer. */
const MAX_REASON = 1000;
const NOT_VERIFIED = 'Contract source code not verified';

type Parameters = Readonly<Record<string, string>>;

/** Query and form; null for a form of too many fields. The first of several values counts. */
async function parametersOf(c: ApiContext): Promise<Parameters | null> {
  const form = c.req.method === 'POST' ? await c.req.text() : '';
  if (form.split('&', MOST_PARAMETERS + 1).length > MOST_PARAMETERS) return null;
  const given = [...new URL(c.req.url).searchParams, ...new URLSearchParams(form)];
  return Object.fromEntries(given.reverse());
}

/** Without `module` a call is none of Etherscan’s, and left to whoever comes next. */
export function addEtherscan(app: ApiApp, foreign: ForeignOptions): void {
  for (const path of ETHERSCAN_PATHS)
    app.on(['GET', 'POST'], [path, `${path}/`], async (c, next) => {
      const given = await parametersOf(c);
      if (given !== null && given['module'] === undefined) return next();
      c.header('cache-control', 'no-store');
      return c.json(
        given === null ? refused('Too many parameters') : await answer(c, foreign, path, given),
      );
    });
}

async function answer(
  c: ApiContext,
  foreign: ForeignOptions,
  path: string,
  given: Parameters,
): Promise<EtherscanAnswer> {
  const { module, action = '', chainid } = given;
  const own = String(await foreign.chainId());
  const wanted = chainid === undefined && path === ETHERSCAN_PATHS[0] ? own : chainid;
  if (wanted !== own)
    return refused(`Missing or unsupported chainid parameter: this network has chain id ${own}`);
  if (module !== 'contract') return refused('Error! Missing Or invalid Module name');
  switch (action) {
    case 'verifysourcecode':
      return c.req.method === 'POST'
        ? verify(foreign, given, clientOf(c))
        : refused('Error! The source code is sent by POST');
    case 'checkverifystatus':
      return statusOf(await foreign.jobs.find(given['guid'] ?? ''));
    case 'getabi':
    case 'getsourcecode':
      return sourceAnswer(foreign, action, given['address'] ?? '');
    case 'verifyproxycontract':
    case 'checkproxyverification':
      return refused('Proxies are recognised by what they do: there is nothing to verify');
    default:
      return refused('Error! Missing Or invalid Action name');
  }
}

async function verify(
  foreign: ForeignOptions,
  given: Parameters,
  client: string,
): Promise<EtherscanAnswer> {
  try {
    const request = parseEtherscanForm(given);
    if (!isAddress(request.address)) return refused('Invalid Address format');
    const contract = await foreign.contractAt(request.address);
    if (contract === null) return refused(`Unable to locate ContractCode at ${request.address}`);
    if (leavesNothing(contract, request.request))
      return refused('Contract source code already verified');
    return told(await foreign.jobs.start(request, client));
  } catch (error) {
    if (error instanceof JobRefused)
      return refused(`Max rate limit reached: ${error.message} Try again later.`);
    if (!(error instanceof RequestError)) throw error;
    const at = error.at === '' ? '' : ` (${error.at})`;
    return refused(`Error! ${error.message}${at}`);
  }
}

/**
 * Clients compare `result`; why a verification failed stands in `message`, which they print, and where
 * another contract was verified than the one that was asked for, which.
 */
function statusOf(job: Job | null): EtherscanAnswer {
  if (job === null) return refused('Unknown UID');
  const { state, answer } = job;
  if (state !== 'done') return refused('Pending in queue');
  const { message = '', verifiedAddress } = answer ?? {};
  const which = verifiedAddress === undefined ? '' : `: ${message.slice(0, MAX_REASON)}`;
  if (answer?.success === true) return { ...told('Pass - Verified'), message: `OK${which}` };
  if (answer?.errorCode === ALREADY_VERIFIED) return refused('Already Verified', `NOTOK${which}`);
  const reason = answer === null ? 'it was interrupted' : (answer.errorMsg ?? '');
  return refused('Fail - Unable to verify', `NOTOK: ${reason.slice(0, MAX_REASON)}`);
}

async function sourceAnswer(
  foreign: ForeignOptions,
  action: 'getabi' | 'getsourcecode',
  address: string,
): Promise<EtherscanAnswer> {
  if (!isAddress(address)) return refused('Invalid Address format');
  const contract = await foreign.contractAt(address);
  const source = sourceOf(contract);
  if (action === 'getabi') return source === null ? refused(NOT_VERIFIED) : told(source.abi);
  const proxyImpl = contract?.proxyImpl ?? null;
  const proxy = { Proxy: proxyImpl === null ? '0' : '1', Implementation: proxyImpl ?? '' };
  if (source === null) return told([{ ...UNVERIFIED, ...proxy }]);
  const { optimize, optimizeRuns, parameters, evmVersion, license, libraries } = source.contract;
  return told([
    {
      // The second pair of braces says that it is standard JSON input.
      SourceCode: `{${JSON.stringify(source.input)}}`,
      ABI: source.abi,
      ContractName: source.name,
      ContractFileName: source.file,
      CompilerVersion: source.compiler,
      CompilerType: 'solc-j',
      OptimizationUsed: optimize === true ? '1' : '0',
      Runs: String(optimizeRuns ?? 0),
      ConstructorArguments: parameters?.slice(2) ?? '',
      EVMVersion: evmVersion === null || evmVersion === 'default' ? 'Default' : evmVersion,
      Library: libraries.map(({ name, address: at }) => `${name}:${at}`).join(';'),
      LicenseType: license ?? 'None',
      ...proxy,
      SwarmSource: '',
      SimilarMatch: ethOf(source.contract.broughtBy?.address ?? null) ?? '',
    },
  ]);
}

const UNVERIFIED = {
  SourceCode: '',
  ABI: NOT_VERIFIED,
  ContractName: '',
  ContractFileName: '',
  CompilerVersion: '',
  CompilerType: '',
  OptimizationUsed: '',
  Runs: '',
  ConstructorArguments: '',
  EVMVersion: 'Default',
  Library: '',
  LicenseType: 'Unknown',
  SwarmSource: '',
  SimilarMatch: '',
};
