import { defaultPalette } from '#contract/theme/palette.ts'
import { announcementsApi } from '#hall/announcements/announcements.contract.ts'
import { galleryApi, type PublicImage } from '#hall/gallery/gallery.contract.ts'
import { type Customization, customizationApi } from '#system/customization/customization.contract.ts'
import { defaultHall, defaultLanding, type Landing } from '#system/customization/customization.settings.contract.ts'
import { reply } from '#web/testing/fakeServer.ts'

export const customization = (landing: Partial<Landing> = {}): Customization => ({
  ...{ systemName: 'Saraswati Hall', publicUrl: null, showLogo: false, logoUrl: null, logoName: null, logoSize: 40, themeCssUrl: null },
  activeTheme: { _id: 'default', name: 'Default', colors: defaultPalette },
  landing: { ...defaultLanding, ...landing },
  hall: defaultHall,
  documents: { officeViewer: 'none', whyNotOfficeViewer: null },
  chat: { studentsMayWrite: 'everyone', showPresence: true, allowEncryption: true, allowEncryptionWithStaff: true },
})

const image = (title: string): PublicImage => ({
  ...{ _id: title.toLowerCase(), title, description: '', order: 0, width: 1600, height: 800, placeholder: 'data:,' },
  ...{ imageUrl: `/api/${title}`, sizes: [{ url: `/api/${title}-small`, width: 480 }] },
})

/** Server responses for a hall with pictures of these titles. */
export const hall = (landing: Partial<Landing> = {}, titles: string[] = []) => [
  reply(customizationApi.get, customization(landing)),
  reply(announcementsApi.publicList, { items: [], nextCursor: null }),
  reply(galleryApi.publicList, { items: titles.map(image), nextCursor: null }),
]
