import { Accessibility } from 'lucide-react'
import type { Page } from '#web/shell/page.ts'
import { lazyScreen } from '#web/shell/screen.ts'
import { accessibilityMenuEn } from './accessibility.menu.en.ts'

export const accessibilityPages: readonly Page[] = [
  {
    path: '/accessibility',
    access: 'member',
    screen: lazyScreen(async () => (await import('#system/accessibility/web/AccessibilityPage.tsx')).AccessibilityPage),
    entry: { words: accessibilityMenuEn, Icon: Accessibility },
  },
]
