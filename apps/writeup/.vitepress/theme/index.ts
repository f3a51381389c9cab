import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { onMounted, onUnmounted } from 'vue';
import { hoverCharts } from './hover.ts';
import { openForPrint } from './print.ts';
import './recorded.css';
import './print.css';

/** VitePress's own, with the looks of recorded tables and charts, and what they do on a screen and on paper. */
export default {
  extends: DefaultTheme,
  setup() {
    const stops: (() => void)[] = [];
    onMounted(() => {
      stops.push(hoverCharts(), openForPrint());
      document.documentElement.dataset.ready = '';
    });
    onUnmounted(() => {
      for (const stop of stops.splice(0)) stop();
    });
  },
} satisfies Theme;
