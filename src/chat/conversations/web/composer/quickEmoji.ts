/** The most common reactions. */
export const quickEmoji = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const
