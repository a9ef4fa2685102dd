/** The groups that come with the institution, by their ids: everybody is in them, also before anybody has asked for them. */
export const builtInConversations = ['general', 'announcement'] as const
