import { Palette } from 'lucide-react'
import type { Page } from '#web/shell/page.ts'
import { lazyScreen } from '#web/shell/screen.ts'

export const customizationPages: readonly Page[] = [
  {
    path: '/customization',
    access: 'admin',
    screen: lazyScreen(async () => (await import('#system/settings/web/CustomizationPage.tsx')).CustomizationPage),
    entry: { word: 'customization', Icon: Palette },
  },
]

/** Keeps the name, logo and theme of the hall; without its code the page goes on without them. */
export const customized = lazyScreen(() =>
  import('#system/settings/web/Customized.tsx').then(
    ({ Customized }) => Customized,
    () => () => null,
  ),
)
