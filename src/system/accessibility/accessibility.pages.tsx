import { Accessibility } from 'lucide-react'
import type { Page } from '#web/shell/page.ts'
import { lazyScreen } from '#web/shell/screen.ts'

export const accessibilityPages: readonly Page[] = [
  {
    path: '/accessibility',
    access: 'member',
    screen: lazyScreen(async () => (await import('#system/accessibility/web/AccessibilityPage.tsx')).AccessibilityPage),
    entry: { word: 'accessibility', Icon: Accessibility },
  },
]
