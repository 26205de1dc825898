/** Addresses of the API for what a contract's pages show; apart from the site's paths, which every page's script carries. */
const part = (text: string | number): string => encodeURIComponent(String(text));

export const contractApi = {
  contract: (address: string) => `/api/v1/address/${part(address)}/contract`,
  /** `days`: empty for all time. */
  listCsv: (sort: string, days: string) =>
    `/api/v1/stats/fevm/contracts.csv?limit=100&sortBy=${part(sort)}${days === '' ? '' : `&days=${part(days)}`}`,
  createdCsv: (address: string) =>
    `/api/v1/address/${part(address)}/created-contracts.csv?pageSize=100`,
} as const;
