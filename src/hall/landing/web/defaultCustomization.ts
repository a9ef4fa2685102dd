import { limits } from '#contract/limits.ts'
import { defaultTheme } from '#contract/theme/predefined.ts'
import type { Customization } from '#system/settings/customization.contract.ts'
import { defaultDocuments, defaultHall, defaultLanding } from '#system/settings/customization.settings.contract.ts'

/** What the page shows of a place whose customization cannot be loaded: no figures, which it may have hidden. */
export const defaultCustomization: Customization = {
  systemName: 'Library System',
  publicUrl: null,
  showLogo: false,
  logoUrl: null,
  logoName: null,
  logoSize: limits.logoSizeDefault,
  activeTheme: { _id: defaultTheme._id, name: defaultTheme.name, colors: defaultTheme.colors },
  themeCssUrl: null,
  landing: { ...defaultLanding, figures: [] },
  hall: defaultHall,
  documents: { ...defaultDocuments, whyNotOfficeViewer: null },
  chat: { studentsMayWrite: 'everyone', showPresence: true, allowEncryption: false, allowEncryptionWithStaff: true },
}
