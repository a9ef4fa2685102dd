import { Palette } from 'lucide-react'
import type { Page } from '#web/shell/page.ts'
import { lazyScreen } from '#web/shell/screen.ts'
import { customizationMenuEn } from './customization.menu.en.ts'
import type { InHall } from './web/HallSection.tsx'

/** `inHall` is what other features show in the section Hall. */
export const customizationPages = (inHall: InHall): readonly Page[] => [
  {
    path: '/customization',
    access: 'admin',
    screen: lazyScreen(async () => {
      // Loaded together: a part that came later would push the settings below it down.
      const [{ CustomizationPage }] = await Promise.all([import('#system/customization/web/CustomizationPage.tsx'), inHall.load()])
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
