/** What a person is called on screens: accounts of earlier versions may have no name, and others have no email. */
export const shownName = ({ name, email }: { name: string; email: string | null }): string => name || email || ''
