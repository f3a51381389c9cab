import { bootstrapApplication } from '@angular/platform-browser';
import { App } from './app/app';
import { appConfig } from './app/app.config';
import { dropMarkup, Mismatches } from './app/mismatches';

if (parent !== window) void import('./app/framed').then(({ reportToParent }) => reportToParent());
dropMarkup();
bootstrapApplication(App, appConfig).catch((error) => new Mismatches().handleError(error));
