import { bootstrapApplication } from '@angular/platform-browser';
import { App } from './app/app';
import { appConfig } from './app/app.config';
import { tellAround } from './app/framed';

// It would turn the links of the filters, such as #/active, away from the page. By now all files are known.
document.querySelector('base')?.remove();

tellAround();
bootstrapApplication(App, appConfig).catch((error) => console.error(error));
