/** A list as text: the same rows as its JSON, for spreadsheets and scripts. */

export type ExportFormat = 'csv' | 'ndjson';

export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

/** Fields of a row with the names of nested ones joined by dots; lists stay JSON. */
function flatten(row: unknown, prefix = ''): [string, unknown][] {
  if (typeof row !== 'object' || row === null) return [[prefix || 'value', row]];
  return Object.entries(row).flatMap(([key, value]): [string, unknown][] =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? flatten(value, `${prefix}${key}.`)
      : [[prefix + key, value]],
  );
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  // A spreadsheet would run what begins like a formula; the chain's texts are anybody's.
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** RFC 4180 with a header line; columns in the order of their first appearance. */
function toCsv(rows: readonly unknown[]): string {
  const flat = rows.map((row) => new Map(flatten(row)));
  const names = [...new Set(flat.flatMap((row) => [...row.keys()]))];
  const lines = flat.map((row) => names.map((name) => cell(row.get(name))).join(','));
  return [names.map(cell).join(','), ...lines, ''].join('\r\n');
}

/** The rows in the format asked for. */
export function exportRows(format: ExportFormat, rows: readonly unknown[]): string {
  return format === 'csv' ? toCsv(rows) : rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** The rows of an answer: the answer itself, or its field `key`. */
export function rowsOf(data: unknown, key: string): readonly unknown[] {
  const rows: unknown =
    key === '' ? data : Object.entries(data ?? {}).find(([k]) => k === key)?.[1];
  return Array.isArray(rows) ? rows : [];
}
