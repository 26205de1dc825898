/** The calls that clients of Etherscan and Sourcify make, for the document. */
import { ETHERSCAN_PATHS } from '../foreign/paths.ts';

export const FOREIGN_TAG = {
  name: 'foreign',
  description: 'Verification by Foundry and Hardhat: calls of Etherscan and Sourcify',
};

const text = (description: string, known?: readonly string[]) => ({
  type: 'string',
  description,
  ...(known && { enum: known }),
});
const query = (name: string, description: string, known?: readonly string[]) => ({
  name,
  in: 'query',
  required: false,
  schema: text(description, known),
});
const inPath = (name: string, description: string) => ({
  name,
  in: 'path',
  required: true,
  schema: text(description),
});
const json = (description: string, schema: object) => ({
  description,
  content: { 'application/json': { schema } },
});
const object = (properties: Record<string, object>, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});

const told = object({
  status: text('0: refused or not done, 1: as asked', ['0', '1']),
  message: text('`OK`, `NOTOK`, or why a verification failed'),
  result: { description: 'By the action: a text, or of `getsourcecode` a list of one contract' },
});
const CHAIN = query('chainid', 'This network’s; has to be given to `/v2/api`');
const MODULE = query('module', '`contract`', ['contract']);

const etherscanForm = object(
  {
    module: text('`contract`, here or in the query'),
    action: text('`verifysourcecode`, or `checkverifystatus`; here or in the query'),
    contractaddress: text('0x'),
    sourceCode: text('Standard JSON input of solc as text, or one file of Solidity'),
    codeformat: text('What `sourceCode` is', [
      'solidity-standard-json-input',
      'solidity-single-file',
    ]),
    contractname: text('`src/Token.sol:Token`'),
    compilerversion: text('Long version, e.g. `v0.8.17+commit.8df45f5f`'),
    constructorArguements: text('Hex; taken from the chain unless given. So spelled, or rightly'),
    optimizationUsed: text('Of a single file: 0 or 1'),
    runs: text('Of a single file'),
    evmversion: text('Of a single file'),
    licenseType: text('1 to 14'),
    guid: text('Of `checkverifystatus`: what `verifysourcecode` answered'),
  },
  [],
);

/** 413 and 429 have Etherscan’s fields, too. */
const ETHERSCAN_RESPONSES = {
  200: json('Always, whatever came of it', told),
  413: json('The body is too long', told),
  429: json('Too many calls, or sources, in this minute', told),
};

function etherscan(suffix: string) {
  return {
    get: {
      tags: [FOREIGN_TAG.name],
      summary: 'What is known of a contract’s source, or how far its verification is',
      description:
        'As Etherscan answers it; `apikey` is ignored. `getabi` and `getsourcecode` take `address`, `checkverifystatus` takes `guid`.',
      operationId: `etherscan_query${suffix}`,
      parameters: [
        MODULE,
        query('action', 'What is asked', ['getabi', 'getsourcecode', 'checkverifystatus']),
        query('address', 'The contract, by any form of its address'),
        query('guid', 'What `verifysourcecode` answered'),
        CHAIN,
      ],
      responses: ETHERSCAN_RESPONSES,
    },
    post: {
      tags: [FOREIGN_TAG.name],
      summary: 'Hands in a contract’s source to be verified',
      description:
        'As Etherscan takes it: `result` is the `guid` to ask for. `forge verify-contract --verifier etherscan --verifier-url <this site>/api`; Hardhat with `apiURL: "<this site>/api"`.',
      operationId: `etherscan_submit${suffix}`,
      parameters: [MODULE, query('action', 'What is wanted', ['verifysourcecode']), CHAIN],
      requestBody: {
        required: true,
        content: { 'application/x-www-form-urlencoded': { schema: etherscanForm } },
      },
      responses: ETHERSCAN_RESPONSES,
    },
  };
}

const error = object({
  customCode: text('What is wrong, e.g. `no_match`'),
  message: text('The same in words'),
  errorId: text('Names this refusal'),
});
const match = {
  type: ['string', 'null'],
  enum: ['match', 'exact_match', null],
  description: 'exact_match: the metadata are equal too',
};
const minimal = object(
  {
    match,
    creationMatch: match,
    runtimeMatch: match,
    chainId: text('The network’s'),
    address: text('In EIP-55 case'),
    verifiedAt: text('ISO 8601'),
  },
  ['match', 'creationMatch', 'runtimeMatch', 'chainId', 'address'],
);
const PLACE = [inPath('chainId', 'This network’s'), inPath('address', 'The contract, 0x')];
const creation = text('Not needed: the index knows how the contract was made');
const RETRY = json('Too many calls, or verifications: ask again after `Retry-After`', error);

function sourcifyPost(id: string, summary: string, body: object) {
  return {
    tags: [FOREIGN_TAG.name],
    summary,
    description:
      'As the second API of Sourcify takes it: `forge verify-contract --verifier sourcify --verifier-url <this site>/`; Hardhat with `apiUrl: "<this site>"`.',
    operationId: id,
    parameters: PLACE,
    requestBody: { required: true, content: { 'application/json': { schema: body } } },
    responses: {
      202: json('It is being verified', object({ verificationId: text('To ask for') })),
      400: json('The request makes no sense', error),
      404: json('Another network', error),
      409: json('Verified before, metadata included', error),
      413: json('The body is too long', error),
      429: RETRY,
    },
  };
}

function sourcifyGet(
  call: { id: string; summary: string; parameters: readonly object[] },
  schema: object,
  absent: object,
) {
  return {
    tags: [FOREIGN_TAG.name],
    summary: call.summary,
    operationId: call.id,
    parameters: call.parameters,
    responses: {
      200: json(call.summary, schema),
      400: json('The request makes no sense', error),
      404: absent,
      429: RETRY,
    },
  };
}

/** By path: from the site's root, not below the API's base. */
export const FOREIGN_PATHS: Readonly<Record<string, object>> = {
  ...Object.fromEntries(
    ETHERSCAN_PATHS.map((path, at) => [path, etherscan(at === 0 ? '' : '_v2')]),
  ),
  '/v2/verify/{chainId}/{address}': {
    post: sourcifyPost(
      'sourcify_verify',
      'Hands in a standard JSON input to be verified',
      object(
        {
          stdJsonInput: { type: 'object', description: 'Standard JSON input of solc' },
          compilerVersion: text('e.g. `0.8.17+commit.8df45f5f`'),
          contractIdentifier: text('`src/Token.sol:Token`'),
          creationTransactionHash: creation,
        },
        ['stdJsonInput', 'compilerVersion', 'contractIdentifier'],
      ),
    ),
  },
  '/v2/verify/metadata/{chainId}/{address}': {
    post: sourcifyPost(
      'sourcify_verify_metadata',
      'Hands in a metadata.json with its sources to be verified',
      object(
        {
          metadata: { type: 'object', description: 'The compiler’s metadata.json' },
          sources: {
            type: 'object',
            additionalProperties: { type: 'string' },
            description: 'Contents by name; found by their hashes',
          },
          creationTransactionHash: creation,
        },
        ['metadata', 'sources'],
      ),
    ),
  },
  '/v2/verify/{verificationId}': {
    get: sourcifyGet(
      {
        id: 'sourcify_job',
        summary: 'How far a verification is, and what came of it; for a day',
        parameters: [inPath('verificationId', 'What was answered when it was handed in')],
      },
      object(
        {
          isJobCompleted: { type: 'boolean' },
          verificationId: { type: 'string' },
          jobStartTime: text('ISO 8601'),
          jobFinishTime: text('ISO 8601'),
          error,
          contract: minimal,
        },
        ['isJobCompleted', 'verificationId', 'jobStartTime', 'contract'],
      ),
      json('There is no such verification', error),
    ),
  },
  '/v2/contract/{chainId}/{address}': {
    get: sourcifyGet(
      {
        id: 'sourcify_contract',
        summary: 'A verified contract',
        parameters: [
          ...PLACE,
          query('fields', 'What is told beside the match, joined by commas, or `all`'),
          query('omit', 'All but these, joined by commas'),
        ],
      },
      minimal,
      json('It is not verified: `match` is null', minimal),
    ),
  },
};
