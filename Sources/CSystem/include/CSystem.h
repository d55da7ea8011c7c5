#ifndef CSYSTEM_H
#define CSYSTEM_H

#endif
