import { Palette } from 'lucide-react'
import type { Page } from '#web/shell/page.ts'
import { lazyScreen } from '#web/shell/screen.ts'
import { customizationMenuEn } from './customization.menu.en.ts'

export const customizationPages: readonly Page[] = [
  {
    path: '/customization',
    access: 'admin',
    screen: lazyScreen(async () => (await import('#system/customization/web/CustomizationPage.tsx')).CustomizationPage),
    entry: { words: customizationMenuEn, Icon: Palette },
  },
  {
    path: '/setup/steps',
    access: 'superadmin',
    screen: lazyScreen(async () => (await import('#system/customization/web/setup/SetupStepsPage.tsx')).SetupStepsPage),
  },
]

/** Applies the hall's name, logo and theme to the page, which works without this chunk too. */
export const customized = lazyScreen(() =>
  import('#system/customization/web/Customized.tsx').then(
    ({ Customized }) => Customized,
    () => () => null,
  ),
)
