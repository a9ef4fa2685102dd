import { defaultTheme } from '#contract/theme/predefined.ts'
import type { Customization } from '../../customization.contract.ts'
import { defaultChatSettings, defaultHall, defaultLanding } from '../../customization.settings.contract.ts'

/** The server's response before the first change. */
export const untouched: Customization = {
  systemName: 'Library System',
  publicUrl: null,
  showLogo: false,
  logoUrl: null,
  logoName: null,
  logoSize: 40,
  activeTheme: { _id: defaultTheme._id, name: defaultTheme.name, colors: defaultTheme.colors },
  themeCssUrl: null,
  landing: defaultLanding,
  hall: defaultHall,
  documents: { officeViewer: 'none', whyNotOfficeViewer: 'noAddress' },
  chat: defaultChatSettings,
}
