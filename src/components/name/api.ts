/** Addresses of the API for what the name service's pages show, as CSV. */
const part = (text: string): string => encodeURIComponent(text);

export const nameApi = {
  registrationsCsv: () => '/api/v1/name/list.csv?pageSize=100',
  historyCsv: (name: string) => `/api/v1/name/${part(name)}/history.csv?pageSize=100`,
  heldCsv: (address: string) => `/api/v1/address/${part(address)}/names.csv?pageSize=100`,
  actionsCsv: (address: string) => `/api/v1/address/${part(address)}/name-actions.csv?pageSize=100`,
} as const;
