import { onContentUpdated, type Theme, useData } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { defineComponent, h, onMounted, onUnmounted } from 'vue';
import { hoverCharts } from './hover.ts';
import { Planner } from './planner.ts';
import { openForPrint } from './print.ts';
import { makeSlides, type Slides } from './slides.ts';
import './recorded.css';
import '@meteor-vs-mean/report/recorded.css';
import './slides.css';
import './print.css';
import './write-path.css';
import './planner.css';

let slides: Slides | undefined;

/** The page of slides can be shown to a room; the others are for reading. */
const ShowSlides = defineComponent({
  setup() {
    const { page } = useData();
    const show = () => slides?.toggle();
    return () =>
      page.value.relativePath === 'workshop/slides.md'
        ? h('button', { type: 'button', class: 'show-slides', onClick: show }, 'Show as slides')
        : null;
  },
});

/** VitePress's own, with the looks of recorded tables and charts, and what they do on a screen and on paper. */
export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('Planner', Planner);
  },
  Layout: () => h(DefaultTheme.Layout, null, { 'doc-before': () => h(ShowSlides) }),
  setup() {
    const stops: (() => void)[] = [];
    onMounted(() => {
      slides = makeSlides();
      stops.push(hoverCharts(), openForPrint(), slides.stop);
      document.documentElement.dataset.ready = '';
    });
    onContentUpdated(() => document.documentElement.classList.contains('slides') && slides?.toggle());
    onUnmounted(() => {
      for (const stop of stops.splice(0)) stop();
    });
  },
} satisfies Theme;
