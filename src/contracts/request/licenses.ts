/** Licences as forms list them, and as sources name them. */

/** By their numbers in Etherscan's form, from 1. */
export const LICENSES = [
  'No License (None)',
  'The Unlicense (Unlicense)',
  'MIT License (MIT)',
  'GNU General Public License v2.0 (GNU GPLv2)',
  'GNU General Public License v3.0 (GNU GPLv3)',
  'GNU Lesser General Public License v2.1 (GNU LGPLv2.1)',
  'GNU Lesser General Public License v3.0 (GNU LGPLv3)',
  'BSD 2-clause "Simplified" license (BSD-2-Clause)',
  'BSD 3-clause "New" Or "Revised" license (BSD-3-Clause)',
  'Mozilla Public License 2.0 (MPL-2.0)',
  'Open Software License 3.0 (OSL-3.0)',
  'Apache 2.0 (Apache-2.0)',
  'GNU Affero General Public License (GNU AGPLv3)',
  'Business Source License (BSL 1.1)',
] as const;

/** What of the list an SPDX identifier means, by its small letters without `-only` and `-or-later`. */
const BY_SPDX: ReadonlyMap<string, (typeof LICENSES)[number]> = new Map([
  // Of Solidity's documentation: a source that is not open.
  ['unlicensed', LICENSES[0]],
  ['none', LICENSES[0]],
  ['unlicense', LICENSES[1]],
  ['mit', LICENSES[2]],
  ['gpl-2.0', LICENSES[3]],
  ['gpl-3.0', LICENSES[4]],
  ['lgpl-2.1', LICENSES[5]],
  ['lgpl-3.0', LICENSES[6]],
  ['bsd-2-clause', LICENSES[7]],
  ['bsd-3-clause', LICENSES[8]],
  ['mpl-2.0', LICENSES[9]],
  ['osl-3.0', LICENSES[10]],
  ['apache-2.0', LICENSES[11]],
  ['agpl-3.0', LICENSES[12]],
  ['busl-1.1', LICENSES[13]],
]);

/** The list's name of an SPDX identifier; the identifier itself where the list has none. */
export function licenseOfSpdx(identifier: string): string {
  const plain = identifier.toLowerCase().replace(/(?:-only|-or-later|\+)$/, '');
  return BY_SPDX.get(plain) ?? identifier;
}

/** The compiler takes it from any comment, too. */
const SPDX = /SPDX-License-Identifier:[ \t]{0,20}([A-Za-z0-9.+() -]{1,100})/;

/** The SPDX identifier or expression that a source names; null where it names none. */
export function spdxOf(source: string): string | null {
  const identifier = SPDX.exec(source)?.[1]?.trim() ?? '';
  return identifier === '' ? null : identifier;
}
