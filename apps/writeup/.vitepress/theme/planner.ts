import { computed, defineComponent, h, type PropType, reactive, type VNode } from 'vue';
import { mostOfCore, predict, type Sharing, type StackModel } from '../../src/planner/model.ts';

interface Inputs {
  people: number;
  sharing: Sharing;
  documents: number;
  writes_per_minute: number;
}

const percent = (share: number) => `${Math.round(100 * share).toLocaleString('en')} %`;
const megabytes = (bytes: number) => `${Math.round(bytes / 1e6).toLocaleString('en')} MB`;

/** What a load takes on each stack, from the recorded runs: inputs, and a table that follows them. */
export const Planner = defineComponent({
  props: { models: { type: Array as PropType<readonly StackModel[]>, required: true } },
  setup({ models }) {
    const inputs = reactive<Inputs>({
      people: 200,
      sharing: 'private',
      documents: 100,
      writes_per_minute: 2,
    });
    const number = (id: keyof Omit<Inputs, 'sharing'>, label: string, most: number): VNode =>
      h('label', { for: `planner-${id}` }, [
        h('span', label),
        h('input', {
          id: `planner-${id}`,
          type: 'number',
          min: 0,
          max: most,
          value: inputs[id],
          onInput: ({ target }: Event) => {
            const value = Number((target as HTMLInputElement).value);
            if (value >= 0 && value <= most) inputs[id] = value;
          },
        }),
      ]);
    const rows = computed(() => models.map((model) => ({ model, found: predict(model, inputs) })));
    return () =>
      h('div', { class: 'planner' }, [
        h('form', { onSubmit: (event: Event) => event.preventDefault() }, [
          number('people', 'People online at once', 100_000),
          h('label', { for: 'planner-sharing' }, [
            h('span', 'Their data'),
            h(
              'select',
              {
                id: 'planner-sharing',
                onChange: ({ target }: Event) => {
                  inputs.sharing = (target as HTMLSelectElement).value as Sharing;
                },
              },
              [
                h(
                  'option',
                  { value: 'private', selected: inputs.sharing === 'private' },
                  'private: a list each',
                ),
                h(
                  'option',
                  { value: 'shared', selected: inputs.sharing === 'shared' },
                  'shared: one list for all',
                ),
              ],
            ),
          ]),
          number('documents', 'Documents on each page', 10_000),
          number('writes_per_minute', 'Writes a minute by each person', 1_000),
        ]),
        h('table', { 'aria-live': 'polite' }, [
          h('thead', [
            h('tr', [h('td'), ...rows.value.map(({ model }) => h('th', { scope: 'col' }, model.title))]),
          ]),
          h('tbody', [
            row(
              'CPU, of one core',
              ({ found }) =>
                `${percent(found.cores)} (${percent(found.cores / found.factor)} to ${percent(found.cores * found.factor)})`,
            ),
            row('Memory of the app, at least', ({ found }) => megabytes(found.memory_bytes)),
            row('Processes', ({ found }) =>
              found.instances === null ? 'no number is enough' : String(found.instances),
            ),
            row('Measured up to', ({ model }) => {
              const { people, writes_per_s } = model.cpu[inputs.sharing];
              return `${people.toLocaleString('en')} people, ${Math.round(writes_per_s)} writes a second`;
            }),
            row('This load is', ({ found }) =>
              found.isBeyond ? 'beyond what was measured' : 'within what was measured',
            ),
          ]),
        ]),
        h('p', { class: 'faint' }, `A process is planned for ${percent(mostOfCore)} of a core at most.`),
      ]);
    function row(title: string, of: (one: (typeof rows.value)[number]) => string): VNode {
      return h('tr', [h('th', { scope: 'row' }, title), ...rows.value.map((one) => h('td', of(one)))]);
    }
  },
});
