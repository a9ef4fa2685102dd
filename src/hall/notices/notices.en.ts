import { formatsFor } from '#contract/format.ts'

const { day, number, plural } = formatsFor('en-IN')

/** The words of notices as everybody reads them. */
export const noticesEn = {
  empty: { title: 'No notices', read: 'New notices will appear here.' },
  loadFailed: 'Failed to load notices',
  priorities: { high: 'High', medium: 'Medium', low: 'Low' },
  priority: (word: string) => `${word} priority`,
  reading: {
    title: 'Notices',
    list: 'Your notices',
    new: 'New',
    read: 'Read',
    markRead: 'Mark as Read',
    markReadOne: (title: string) => `Mark as Read: ${title}`,
    by: (name: string) => `By ${name}`,
    created: (date: string) => day(date),
    expires: (date: string) => `Expires ${day(date)}`,
    more: 'Show more',
    less: 'Show less',
  },
  strip: {
    banners: 'Important notices',
    line: 'Notices in short',
    more: (n: number) => `· ${number(n)} more`,
    fresh: 'New',
    marquee: 'Scrolling notices',
    moving: 'Moving text. It stops while it has the focus.',
    dismiss: (title: string) => `Dismiss ${title}`,
    pause: 'Pause the scrolling text',
    play: 'Resume the scrolling text',
    moreBanners: (n: number) => plural(n, { one: 'Show 1 more notice', other: `Show ${number(n)} more notices` }),
  },
  /** For pages without room for the banners. */
  dot: {
    open: (n: number) => `Notices (${number(n)})`,
    count: (n: number) => plural(n, { one: '1 notice', other: `${number(n)} notices` }),
    title: 'Notices',
  },
  unread: (n: number) => plural(n, { one: '1 unread', other: `${number(n)} unread` }),
  attachment: {
    open: 'Open',
    picture: (title: string) => `Picture of ${title}`,
    failed: 'The attachment could not be loaded.',
    retry: 'Try again',
    loading: 'Loading the picture…',
  },
}
