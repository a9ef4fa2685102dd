import { Palette } from 'lucide-react'
import type { Page } from '#web/shell/page.ts'
import { lazyScreen, type Screen } from '#web/shell/screen.ts'
import { customizationMenuEn } from './customization.menu.en.ts'

/** `inHall` is what other features show in the section Hall. */
export const customizationPages = (inHall: Screen): readonly Page[] => [
  {
    path: '/customization',
    access: 'admin',
    screen: lazyScreen(async () => {
      const { CustomizationPage } = await import('#system/customization/web/CustomizationPage.tsx')
      return () => <CustomizationPage inHall={inHall} />
    }),
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
