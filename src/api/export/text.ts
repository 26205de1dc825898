/** Rows of a list as text, for spreadsheets and scripts. */
import type { Column } from './columns.ts';

export const EXPORT_FORMATS = ['csv', 'ndjson'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  // A spreadsheet would run what begins like a formula; the chain's texts are anybody's.
  const safe =
    /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function valueAt(row: unknown, column: Column): unknown {
  return column.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), row);
}

/** The line of names that a CSV (RFC 4180) begins with; nested fields are joined by dots. */
export function csvHeader(columns: readonly Column[]): string {
  return `${columns.map((column) => cell(column.join('.'))).join(',')}\r\n`;
}

export function csvRow(columns: readonly Column[], row: unknown): string {
  return `${columns.map((column) => cell(valueAt(row, column))).join(',')}\r\n`;
}

export function ndjsonRow(row: unknown): string {
  return `${JSON.stringify(row)}\n`;
}
