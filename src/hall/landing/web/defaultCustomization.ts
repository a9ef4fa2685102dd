import { defaultTheme } from '#contract/theme/predefined.ts'
import type { Customization } from '#system/customization/customization.contract.ts'
import { customizationLimits } from '#system/customization/customization.limits.ts'
import { defaultDocuments, defaultHall, defaultLanding } from '#system/customization/customization.settings.contract.ts'

/** Used if the customization cannot be loaded. It has no figures, because the hall may have hidden them. */
export const defaultCustomization: Customization = {
  systemName: 'Library System',
  publicUrl: null,
  showLogo: false,
  logoUrl: null,
  logoName: null,
  logoSize: customizationLimits.logoSizeDefault,
  activeTheme: { _id: defaultTheme._id, name: defaultTheme.name, colors: defaultTheme.colors },
  themeCssUrl: null,
  landing: { ...defaultLanding, figures: [] },
  hall: defaultHall,
  documents: { ...defaultDocuments, whyNotOfficeViewer: null },
  chat: { studentsMayWrite: 'everyone', showPresence: true, allowEncryption: false, allowEncryptionWithStaff: true },
}
