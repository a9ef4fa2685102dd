/** Removes hyphens and uppercase: the server may return an id in a different notation than it was sent. */
export const plainId = (clientId: string): string => clientId.replaceAll('-', '').toLowerCase()
