/** The ids of the built-in groups, of which everyone is a member. The migrations make them. */
export const builtInConversations = ['general', 'announcement'] as const
