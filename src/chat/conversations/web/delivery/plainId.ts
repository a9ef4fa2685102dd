/** The server may write an id with hyphens that was sent without. */
export const plainId = (clientId: string): string => clientId.replaceAll('-', '').toLowerCase()
