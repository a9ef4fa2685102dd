/** The reactions that most people choose. */
export const quickEmoji = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const
