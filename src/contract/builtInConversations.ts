/** The groups that come with the institution, by their ids: everybody is in them. The migrations make them. */
export const builtInConversations = ['general', 'announcement'] as const
